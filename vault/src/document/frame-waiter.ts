/** Waits for a text that the frame sends when it is asked: its ticket, or its challenge. */
export function createFrameWaiter() {
  let waiter:
    | { readonly resolve: (text: string) => void; readonly reject: (cause: Error) => void }
    | undefined
  let closedBy: Error | undefined
  return {
    /** Asks for the text by `request`, and resolves to it. Rejects with what `reject` or `close` is passed. */
    ask: (request: () => void) =>
      new Promise<string>((resolve, reject) => {
        if (closedBy !== undefined) return reject(closedBy)
        waiter = { resolve, reject }
        request()
      }),
    resolve: (text: string): void => waiter?.resolve(text),
    reject: (cause: Error): void => waiter?.reject(cause),
    /** The frame will send nothing any more. */
    close: (cause: Error): void => {
      closedBy ??= cause
      waiter?.reject(cause)
    },
  }
}
