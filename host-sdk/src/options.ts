import type { HostConfigInput } from '../../shared/config/host-config.ts'
import { WidgetError } from '../../shared/errors/widget-error.ts'

/** Options of `createDrawbridge`. Only `projectId` and `metadata.name` are required. */
export type DrawbridgeOptions = Omit<HostConfigInput, 'embedded'> & {
  /** Where the widget lives; by default the constant of this build. https, or http on localhost and *.localhost. */
  readonly widgetUrl?: string | undefined
  /** Shows the widget inside this element, always visible, instead of in an overlay. */
  readonly embed?: HTMLElement | undefined
  /** The element(s) whose click opens the modal: the frame is warmed as soon as a pointer, focus or touch reaches one. */
  readonly opener?: Element | readonly Element[] | undefined
}

const loopbackHost = /^(localhost|([a-z0-9-]+\.)+localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Reads the widget's address.
 * @throws WidgetError `config/widget-url` unless https, or http on this machine; a path, query or login is refused.
 */
export function parseWidgetOrigin(text: string): string {
  const refuse = () =>
    new WidgetError('config/widget-url', `widgetUrl must be an https origin, or http on localhost: ${text}`)
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw refuse()
  }
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHost.test(url.hostname))
  if (!safe || url.pathname !== '/' || url.search !== '' || url.username !== '') throw refuse()
  return url.origin
}

/**
 * Takes apart what the page passed to `createDrawbridge`: what crosses to the widget (which parses it whole and names
 * the field that does not fit) and what stays here.
 * @throws WidgetError `APKT008` 'Project ID Missing'; `config/invalid` without `metadata.name`.
 */
export function checkOptions(options: DrawbridgeOptions) {
  const { widgetUrl: _url, embed, opener: _opener, ...config } = options
  if (typeof config.projectId !== 'string' || config.projectId.trim() === '') {
    throw new WidgetError('APKT008', 'Project ID Missing')
  }
  if (typeof config.metadata?.name !== 'string') {
    throw new WidgetError('config/invalid', 'Invalid option metadata.name: a text is required')
  }
  return {
    config: { ...config, embedded: embed !== undefined },
    projectId: config.projectId,
    name: config.metadata.name,
  }
}

/** Plain data for the wire: functions and elements do not cross a window, and a JSON copy leaves them behind. */
export const plainCopy = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
