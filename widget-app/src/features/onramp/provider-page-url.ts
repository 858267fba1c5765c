import { WidgetError } from '#shared/errors/widget-error.ts'

/** An address that may be opened: https, or http on this machine. */
function safeUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isLocal = url !== undefined && /(^|\.)localhost$/.test(url.hostname)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal) ? url : undefined
}

/** A page that may be opened: https, or http on this machine. @throws WidgetError `http/invalid-response`. */
export function safePage(text: string): string {
  const url = safeUrl(text)
  if (!url) throw new WidgetError('http/invalid-response', 'The provider’s page has no safe address')
  return url.href
}

const ownOrigin = (): string | undefined => ('location' in globalThis ? location.origin : undefined)

/**
 * Whether a text is an origin, as browsers write it, whose pages may stand in a frame. Never the widget's own: a page of
 * it could take its sandbox off.
 */
export const isFrameOrigin = (text: string): boolean =>
  safeUrl(text)?.origin === text && !text.includes('*') && text !== ownOrigin()

/** Whether a page may stand in a frame of the widget: it is of an origin that the deployment names for its provider. */
export const isFramedPage = (text: string, origins: readonly string[]): boolean =>
  origins.includes(safeUrl(text)?.origin ?? '')

/** A page that may stand in a frame. @throws WidgetError `http/invalid-response`. */
export function framedPage(text: string, origins: readonly string[]): string {
  if (isFramedPage(text, origins)) return text
  throw new WidgetError(
    'http/invalid-response',
    'The provider’s page is of an origin that is not named for it',
  )
}
