import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const PREFACE_BYTES = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'.length;
const HEADERS = 0x1;
const SETTINGS = 0x4;
const GOAWAY = 0x7;

/** A frame on the connection itself (RFC 9113, 4.1). */
const frame = (type: number, payload = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  return Buffer.concat([head, payload]);
};

/** What Node's own server can't say: any last stream with any code. */
export const goaway = (lastStreamId: number, code: number): Buffer => {
  const payload = Buffer.alloc(8);
  payload.writeUInt32BE(lastStreamId, 0);
  payload.writeUInt32BE(code, 4);
  return frame(GOAWAY, payload);
};

/** How many requests have begun in what a client wrote. */
const requestsIn = (bytes: Buffer): number => {
  let count = 0;
  for (let at = PREFACE_BYTES; at + 9 <= bytes.length; at += 9 + bytes.readUIntBE(at, 3))
    if (bytes.readUInt8(at + 3) === HEADERS) count += 1;
  return count;
};

/** A server that speaks HTTP/2 in frames; `onRequest` is told of each connection's first request. Answers its address. */
export const startFrames = async (onRequest: (socket: Socket) => void): Promise<string> => {
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0);
    let told = false;
    socket.on('error', () => {});
    socket.write(frame(SETTINGS));
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (told || requestsIn(bytes) === 0) return;
      told = true;
      onRequest(socket);
    });
    onTestFinished(() => void socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
