import { describe, expect, it } from 'vitest';
import { sourceTree } from '../source-tree.test-support.js';
import { cruiseSources } from './cruise.mjs';
import { drawPicture, EMPTY_DOCUMENT, withPicture } from './picture.mjs';

describe('the picture', () => {
  it('shows each room in its tier and every import between rooms once, without those of tests', async () => {
    const root = sourceTree({
      'packages/domain/src/index.ts': '',
      'packages/db/src/index.ts': "import './inside.js'; import '@crier/domain';",
      'packages/db/src/inside.ts': "import type {} from '@crier/domain';",
      'packages/testkit/src/index.ts': '',
      'apps/relay/src/index.ts': "import '@crier/domain'; import '@crier/db';",
      'apps/relay/src/x.test.ts': "import '@crier/testkit';",
    });
    expect(drawPicture((await cruiseSources(root)).modules).split('\n')).toEqual([
      'flowchart TD',
      '  subgraph g0 ["apps"]',
      '    apps_relay["relay"]',
      '  end',
      '  subgraph g1 ["tier 1: know the domain only"]',
      '    packages_db["db"]',
      '  end',
      '  subgraph g2 ["tests only"]',
      '    packages_testkit["testkit"]',
      '  end',
      '  subgraph g3 ["tier 0: know nothing of ours"]',
      '    packages_domain["domain"]',
      '  end',
      '  apps_relay --> packages_db & packages_domain',
      '  packages_db --> packages_domain',
    ]);
  });
});

describe('withPicture', () => {
  const document = `prose above\n${EMPTY_DOCUMENT}prose below\n`;

  it('changes only what lies between the markers', () => {
    const drawn = withPicture(document, 'flowchart TD');
    expect(drawn).toContain('```mermaid\nflowchart TD\n```');
    expect(drawn.startsWith('prose above\n# Architecture\n\n<!-- imports')).toBe(true);
    expect(drawn.endsWith('<!-- /imports -->\nprose below\n')).toBe(true);
  });

  it('replaces an older picture, and leaves its own unchanged', () => {
    const drawn = withPicture(withPicture(document, 'old'), 'new');
    expect(drawn).toBe(withPicture(document, 'new'));
    expect(withPicture(drawn, 'new')).toBe(drawn);
  });

  it.each(['# Architecture\n', document + document])(
    'refuses a document without exactly one pair of markers',
    (text) => {
      expect(() => withPicture(text, 'x')).toThrow('exactly once');
    },
  );
});
