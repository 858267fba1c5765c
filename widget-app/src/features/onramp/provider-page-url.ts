import { WidgetError } from '#shared/errors/widget-error.ts'

/** Parses a URL that can be opened: https, or http on localhost. */
function safeUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isLocal = url !== undefined && /(^|\.)localhost$/.test(url.hostname)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal) ? url : undefined
}

/**
 * Returns the URL of a page that can be opened: https, or http on localhost.
 * @throws WidgetError `http/invalid-response`.
 */
export function safePageUrl(text: string): string {
  const url = safeUrl(text)
  if (!url) throw new WidgetError('http/invalid-response', 'The provider’s page has no safe address')
  return url.href
}

const widgetOrigin = (): string | undefined => ('location' in globalThis ? location.origin : undefined)

/**
 * True if the text is a serialized origin that can be framed. Never the widget's own: a same-origin page could remove its
 * sandbox.
 */
export const isFrameOrigin = (text: string): boolean =>
  safeUrl(text)?.origin === text && !text.includes('*') && text !== widgetOrigin()

/** True if the page can be framed: the deployment lists its origin for the provider. */
export const canFramePage = (text: string, origins: readonly string[]): boolean =>
  origins.includes(safeUrl(text)?.origin ?? '')

/**
 * Returns the URL of a page that can be framed.
 * @throws WidgetError `http/invalid-response`.
 */
export function framedPageUrl(text: string, origins: readonly string[]): string {
  if (canFramePage(text, origins)) return text
  throw new WidgetError(
    'http/invalid-response',
    'The provider’s page is of an origin that is not named for it',
  )
}
