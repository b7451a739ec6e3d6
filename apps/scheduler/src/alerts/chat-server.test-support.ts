import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChatServer {
  readonly url: string;
  /** What was taken: the texts of the notifications, in order. */
  readonly taken: string[];
  /** All that was posted. */
  readonly bodies: unknown[];
  /** Posts that came, taken or not. */
  posts: number;
  /** How the next posts are answered; 200 at first. */
  answer: (res: ServerResponse) => void;
  close(): Promise<void>;
}

export const ok = (res: ServerResponse): void => void res.writeHead(200).end('ok');
export const refuse =
  (status: number, headers: Record<string, string> = {}) =>
  (res: ServerResponse): void =>
    void res.writeHead(status, headers).end('no');

/** An incoming webhook that keeps what it took. */
export const startChatServer = async (): Promise<ChatServer> => {
  const server = createServer(async (req, res) => {
    const body = JSON.parse(Buffer.concat(await req.toArray()).toString());
    chat.posts += 1;
    chat.bodies.push(body);
    res.on('finish', () => {
      if (res.statusCode < 300) chat.taken.push(body.text);
    });
    chat.answer(res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const chat: ChatServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    taken: [],
    bodies: [],
    posts: 0,
    answer: ok,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return chat;
};
