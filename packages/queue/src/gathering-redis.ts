import { Redis } from 'ioredis';

type Send = Redis['sendCommand'];

/**
 * A client whose commands of one turn of the event loop travel in one write. ioredis' own pipelining does the same, but
 * builds an object with every script of BullMQ for each turn: 0.2 ms of a lone command's 0.3
 * (docs/decisions/0010).
 */
export class GatheringRedis extends Redis {
  private held = false;

  override sendCommand(...args: Parameters<Send>): ReturnType<Send> {
    this.hold();
    return super.sendCommand(...args);
  }

  private hold(): void {
    const { stream } = this;
    if (this.held || !stream) return;
    this.held = true;
    stream.cork();
    setImmediate(() => {
      this.held = false;
      stream.uncork();
    });
  }
}
