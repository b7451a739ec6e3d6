import { CHANNELS, type Channel } from '@crier/domain';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CliDeps, ExitStatus } from './cli-deps.js';
import { type PreviewOptions, previewTemplatesCommand } from './commands/preview-templates.js';
import { checkTemplatesCommand, schemaCommand } from './commands/templates.js';

const parseChannels = (value: string): Channel[] =>
  value.split(',').map((name) => {
    const channel = CHANNELS.find((known) => known === name.trim());
    if (channel === undefined) throw new InvalidArgumentError(`Channels are: ${CHANNELS.join(', ')}.`);
    return channel;
  });

const parseLocale = (value: string): string => {
  try {
    return new Intl.Locale(value).baseName;
  } catch {
    throw new InvalidArgumentError('A language tag such as ne-NP.');
  }
};

/** `crier templates …`: the notification types' texts, without anything running. */
export const addTemplatesCommands = (program: Command, deps: CliDeps, done: (status: ExitStatus) => void): void => {
  const json = () => new Option('--json', 'answer with JSON on standard output');
  const dir = () => new Option('--dir <folder>', 'the notification types; default TEMPLATES_DIR, else templates/ here');
  const templates = program.command('templates').description('notification types: check and preview their texts');
  templates
    .command('check')
    .description('render every type over every channel in every locale, and say what is wrong')
    .addOption(dir())
    .addOption(json())
    .addHelpText('after', '\nExamples:\n  crier templates check\n  crier templates check --dir ../texts --json')
    .action(async (options) => done(await checkTemplatesCommand(deps, options)));
  templates
    .command('preview')
    .description('one type as people get it, with its size and price class')
    .argument('<type>', 'the notification type')
    .option('--locale <tag>', 'the recipient’s locale', parseLocale)
    .option('--timezone <name>', 'the recipient’s time zone', 'UTC')
    .option('--channel <list>', `comma-separated, of: ${CHANNELS.join(', ')}`, parseChannels)
    .option('--data <file>', 'data in place of the fixture’s: an object, or an event with data; - reads standard input')
    .option('--html', 'the email’s HTML alone, for a browser')
    .addOption(dir())
    .addOption(json())
    .addHelpText(
      'after',
      `
Examples:
  crier templates preview invoice.issued --locale ne-NP
  crier templates preview invoice.issued --data examples/invoice.issued.json --channel sms,push
  crier templates preview invoice.issued --locale ar --html > invoice.html`,
    )
    .action(async (type: string, options: PreviewOptions) => done(await previewTemplatesCommand(deps, type, options)));
  templates
    .command('schema')
    .description('what a manifest may say, as JSON Schema for editors')
    .addHelpText('after', '\nExample:\n  crier templates schema > templates/manifest.schema.json')
    .action(() => done(schemaCommand(deps)));
};
