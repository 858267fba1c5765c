/** Sends e-mail. */
export type Mailer = {
  /** Resolves when the next server has accepted the message. @throws Error */
  readonly send: (mail: {
    readonly to: string
    readonly subject: string
    readonly text: string
  }) => Promise<void>
}
