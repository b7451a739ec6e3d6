/** An SMS as it goes out. */
export interface SmsLength {
  readonly type: string;
  readonly locale: string;
  readonly segments: number;
  readonly isOver: boolean;
}
