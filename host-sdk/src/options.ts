import * as z from 'zod/mini'
import { type HostConfig, type HostConfigInput, hostConfigSchema } from '../../shared/config/host-config.ts'
import { alerts } from '../../shared/errors/codes.ts'
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
 * Parses what the page passed to `createDrawbridge`.
 * @throws WidgetError `APKT008` 'Project ID Missing'; `config/invalid` with the offending field.
 */
export function parseOptions(options: DrawbridgeOptions): HostConfig {
  const { widgetUrl: _url, embed, opener: _opener, ...config } = options
  if (typeof config.projectId !== 'string' || config.projectId.trim() === '') {
    throw new WidgetError('APKT008', alerts.APKT008)
  }
  const parsed = z.safeParse(hostConfigSchema, { ...config, embedded: embed !== undefined })
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new WidgetError(
    'config/invalid',
    `Invalid option ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  )
}
