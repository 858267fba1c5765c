import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    /** The vault's end of its channel to the widget. Absent until it sends an approval. */
    vaultPort?: MessagePort
    /** How the test changes the vault's next approval: sends it twice, or sends another message instead. */
    approvalChange?: { readonly is: 'repeat' } | { readonly is: 'replace'; readonly by: unknown }
  }
}

/** The messages that vault windows send to the widget over a MessagePort. */
export class VaultChannel {
  readonly #approvals: unknown[] = []

  /** Records the messages of all vault windows that a context opens from now on. */
  static async record(context: BrowserContext, origin: string): Promise<VaultChannel> {
    const channel = new VaultChannel()
    await context.exposeFunction('noteApproval', (message: unknown) => {
      channel.#approvals.push(message)
    })
    await context.addInitScript((vaultOrigin) => {
      if (location.origin !== vaultOrigin) return
      const send = MessagePort.prototype.postMessage
      const note: unknown = Reflect.get(window, 'noteApproval')
      MessagePort.prototype.postMessage = function (message: unknown, ...others: readonly unknown[]) {
        if (Object(message).is !== 'approved') return void Reflect.apply(send, this, [message, ...others])
        window.vaultPort = this
        if (typeof note === 'function') note(message)
        const change = window.approvalChange
        send.call(this, change?.is === 'replace' ? change.by : message)
        if (change?.is === 'repeat') send.call(this, message)
      }
    }, origin)
    return channel
  }

  /** The approvals that the windows sent, each with its signature, in order. */
  approvals(): readonly unknown[] {
    return [...this.#approvals]
  }

  /** Sends a window's approval again, over its port and as a message of the window. */
  async replay(page: Page, approval: unknown): Promise<void> {
    await page.evaluate((message) => {
      if (window.vaultPort === undefined) throw new Error('The window has sent no approval')
      window.vaultPort.postMessage(message)
      window.opener.postMessage(message, '*')
    }, approval)
  }
}
