import { fromBase64url, toBase64url } from '#widget/lib/text/base64url.ts'

const confirmPath = '/confirm.html'

/** The shared secret of frame and window: both parts are in the fragment of the window's URL, which no server receives. */
export type ConfirmSecret = {
  /** 128 random bits in base64url; the mailbox's name, which its server knows. */
  readonly id: string
  /** 256 random bits. */
  readonly key: Uint8Array<ArrayBuffer>
}

/** Creates a secret for one window. */
export const newConfirmSecret = (): ConfirmSecret => ({
  id: toBase64url(crypto.getRandomValues(new Uint8Array(16))),
  key: crypto.getRandomValues(new Uint8Array(32)),
})

/** Location of the confirm window's document, on the widget's own origin. */
export const confirmDocument = (origin: string): string => `${origin}${confirmPath}`

/** The URL of a window with a document: `<document>#<id>.<key>`. */
export const windowUrl = (document: string, { id, key }: ConfirmSecret): string =>
  `${document}#${id}.${toBase64url(key)}`

/** The secret in a fragment; undefined for every other fragment. */
export function readConfirmFragment(fragment: string): ConfirmSecret | undefined {
  const [, id, key] = /^#([\w-]{22})\.([\w-]{43})$/.exec(fragment) ?? []
  return id === undefined || key === undefined ? undefined : { id, key: fromBase64url(key) }
}
