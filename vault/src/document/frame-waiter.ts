/** Waits for a text that the frame sends when it is asked: its ticket, or its challenge. */
export function createFrameWaiter() {
  let waiter:
    | { readonly resolve: (text: string) => void; readonly reject: (cause: Error) => void }
    | undefined
  return {
    /** Asks for the text by `request`, and resolves to it. Rejects with what `reject` is passed. */
    ask: (request: () => void) =>
      new Promise<string>((resolve, reject) => {
        waiter = { resolve, reject }
        request()
      }),
    resolve: (text: string): void => waiter?.resolve(text),
    reject: (cause: Error): void => waiter?.reject(cause),
  }
}
