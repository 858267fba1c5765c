/**
 * Replaces `rpc-websockets`, which has a copyleft licence: `@solana/web3.js` creates such a socket with every connection,
 * and opens it for subscriptions only. The dApps here poll the state of a transaction instead.
 */
export class CommonClient {
  on(): this {
    return this
  }
}

/** @throws Error always: no dApp here subscribes. */
export function WebSocket(): never {
  throw new Error('There are no sockets here')
}
