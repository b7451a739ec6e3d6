import { randomUUID } from 'node:crypto';
import type { FormFields } from './form-fields.js';
import { ownedCopy } from './name-table.js';
import type { Reply } from './vendor.js';

/** The values of a list, which the protocol writes as `name.member.1`, `name.member.2`, …; copies that outlive the body. */
export const listMembers = (fields: FormFields, name: string): string[] => {
  const members: string[] = [];
  for (let n = 1; ; n += 1) {
    const member = fields[`${name}.member.${n}`];
    if (member === undefined) return members;
    members.push(ownedCopy(member));
  }
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write them
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escapeXml = (text: string) =>
  text.replace(UNWRITABLE, '\ufffd').replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** The answers of one AWS Query service, as its SDK reads them; `namespace` is the service's own. */
export const awsQueryReplies = (namespace: string) => {
  const reply = (status: number, requestId: string, body: string, headers: Reply['headers'] = {}): Reply => ({
    status,
    headers: { 'content-type': 'text/xml', 'x-amzn-requestid': requestId, ...headers },
    body,
  });
  return {
    success(action: string, result: Readonly<Record<string, string>>): Reply {
      const requestId = randomUUID();
      const fields = Object.entries(result).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`);
      return reply(
        200,
        requestId,
        `<${action}Response xmlns="${namespace}"><${action}Result>${fields.join('')}</${action}Result>` +
          `<ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata></${action}Response>`,
      );
    },
    failure(status: number, code: string, message: string, headers: Reply['headers'] = {}): Reply {
      const requestId = randomUUID();
      return reply(
        status,
        requestId,
        `<ErrorResponse xmlns="${namespace}"><Error><Type>${status < 500 ? 'Sender' : 'Receiver'}</Type>` +
          `<Code>${code}</Code><Message>${escapeXml(message)}</Message></Error><RequestId>${requestId}</RequestId></ErrorResponse>`,
        headers,
      );
    },
  };
};
