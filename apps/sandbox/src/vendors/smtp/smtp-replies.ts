import type { Refusal } from '../../fault.js';

/** A reply of RFC 5321 with its enhanced status code (RFC 3463) and words. */
export interface SmtpReply {
  readonly code: number;
  readonly text: string;
}

const REPLIES: Readonly<Record<Refusal['mode'], { code: number; enhanced: string; words: string }>> = {
  throttle: { code: 451, enhanced: '4.4.5', words: 'Too many messages, slow down' },
  reject: { code: 550, enhanced: '5.7.1', words: 'The message was rejected' },
  auth: { code: 535, enhanced: '5.7.8', words: 'Authentication credentials invalid' },
  error: { code: 451, enhanced: '4.3.2', words: 'The sandbox was asked to fail' },
};

const ENHANCED = /^([45])\.\d{1,3}\.\d{1,3}$/;
const REPLY = /^[45]\d\d$/;
/** 500 to 504 say in SMTP that the client speaks wrongly: who asks for them means the server errors of HTTP. */
const isSmtpStatus = (status: number): boolean => status < 500 || status > 504;

/** `code` of a fault is a reply code (`552`) or an enhanced one (`5.1.1`), `status` a reply code. */
export const smtpReply = ({ mode, code: wanted, status }: Refusal): SmtpReply => {
  const { code, enhanced, words } = REPLIES[mode];
  if (wanted !== undefined && ENHANCED.test(wanted))
    return { code: wanted.startsWith('5') ? 550 : 451, text: `${wanted} ${words}` };
  const asked = wanted !== undefined && REPLY.test(wanted) ? Number(wanted) : status;
  if (asked === undefined || !isSmtpStatus(asked)) return { code, text: `${enhanced} ${words}` };
  const sameClass = String(asked)[0] === enhanced[0];
  return { code: asked, text: `${sameClass ? enhanced : `${String(asked)[0]}.0.0`} ${words}` };
};
