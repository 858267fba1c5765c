import { copyPlainData } from '../../shared/channel/copy-plain-data.ts'
import type { HostConfigInput } from '../../shared/config/host-config.ts'
import type { SiwxOptions } from '../../shared/config/siwx-options.ts'
import { WidgetError } from '../../shared/errors/widget-error.ts'

/** Options of `createDrawbridge`. Only `projectId` and `metadata.name` are required. */
export type DrawbridgeOptions = Omit<HostConfigInput, 'embedded' | 'siwx'> & {
  /** Requests users to sign in with the wallet after connecting (docs/siwx.md); the widget implements absent functions. */
  readonly siwx?: SiwxOptions | undefined
  /** Origin of the widget: https, or http on localhost and *.localhost. By default the constant of this build. */
  readonly widgetUrl?: string | undefined
  /** Shows the widget inside this element, always visible, instead of in an overlay. */
  readonly embed?: HTMLElement | null | undefined
  /** The element(s) whose click opens the modal: the frame is preloaded when a pointer, focus or touch reaches one. */
  readonly opener?: Element | readonly Element[] | undefined
  /** Whether the widget announces itself to the page's own code as a wallet of each platform; true by default. */
  readonly announce?: boolean | undefined
}

/** The same before the widget has parsed its part; attributes of the script tag have this form. */
export type RawOptions = Pick<DrawbridgeOptions, 'widgetUrl' | 'embed' | 'opener' | 'announce'> & {
  readonly projectId: string
  readonly metadata: { readonly name: string }
  readonly [option: string]: unknown
}

/** Creates the error that names an option; `text` is appended to "Invalid option". */
export const invalidOption = (text: string) => new WidgetError('config/invalid', `Invalid option${text}`)

/** Hosts that are the local machine. */
const loopbackHost = /^(localhost|([a-z0-9-]+\.)+localhost|127\.0\.0\.1|\[::1\])$/

const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && loopbackHost.test(hostname))

/** Whether a value is a URL that may be fetched: https, or http on the local machine, without credentials. */
export const isSafeUrl = (value: unknown): boolean => {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const url = new URL(value)
  return isSafe(url) && url.username === '' && url.password === ''
}

/**
 * Parses the widget's URL.
 * @throws WidgetError `config/widget-url` unless https, or http on the local machine, without path, query or credentials.
 */
export function parseWidgetOrigin(text: string): string {
  try {
    const url = new URL(text)
    const { href, origin } = url
    if (isSafe(url) && href === `${origin}/`) return origin
  } catch {
    // Not a URL: rejected below.
  }
  throw new WidgetError(
    'config/widget-url',
    `widgetUrl must be an https origin, or http on localhost: ${text}`,
  )
}

/**
 * Validates the options that do not cross unchanged. A falsy value counts as absent: a query without a match returns `null`.
 */
function checkPageOptions({ embed, opener, siwx, metadata }: RawOptions): void {
  const throwInvalid = (name: string, expected: string, value: unknown) => {
    // Like `[object HTMLDivElement]` or `[object String]`.
    throw invalidOption(` ${name}: ${expected} is required, not ${Object.prototype.toString.call(value)}`)
  }
  const requireType = (isValid: unknown, name: string, expected: string, value: unknown) => {
    if (value && !isValid) throwInvalid(name, expected, value)
  }
  const isElement = (value: unknown) => Object(value).nodeType === 1
  requireType(
    isElement(embed) &&
      // An element of another window belongs to a page from whose frames the SDK receives no messages. The content of a
      // template belongs to no window before it is in the page.
      [null, window].includes(Object(embed).ownerDocument.defaultView),
    'embed',
    'an element of this page',
    embed,
  )
  requireType(
    isElement(opener) || (typeof opener === 'object' && 'length' in Object(opener)),
    'opener',
    'an element or a list of elements',
    opener,
  )
  requireType(typeof siwx === 'object', 'siwx', 'an object', siwx)
  // Without the host's function the widget would use its own implementation, which the host did not intend.
  for (const name of ['getNonce', 'getSessions', 'addSession', 'revokeSession']) {
    const member: unknown = Reflect.get(Object(siwx), name)
    requireType(typeof member === 'function', `siwx.${name}`, 'a function', member)
  }
  if (typeof metadata?.name !== 'string') throwInvalid('metadata.name', 'a text', metadata?.name)
}

/**
 * Splits the options of `createDrawbridge` into what is sent to the widget (which parses it and names an invalid
 * field), as a copy of plain data, and what stays in the page.
 * @throws WidgetError `APKT008` 'Project ID Missing'; `config/invalid` without `metadata.name`, for a value that no message
 * can transfer, or where an element, an object or a function has another type.
 */
export function checkOptions(options: RawOptions) {
  const { widgetUrl: _url, embed, opener: _opener, announce: _announce, ...config } = options
  const { projectId, metadata } = config
  if (typeof projectId !== 'string' || projectId.trim() === '') {
    throw new WidgetError('APKT008', 'Project ID Missing')
  }
  checkPageOptions(options)
  return {
    config: plainOptions({ ...config, embedded: !!embed }),
    projectId,
    name: metadata.name,
  }
}

/**
 * Copies options as plain data for the channel, reading each once; functions and elements are removed.
 * @throws WidgetError `config/invalid` for a value that no message can transfer.
 */
export function plainOptions(options: object): object {
  const plain = copyPlainData(options, { isLoose: true })
  if (plain) return Object(plain.copy)
  const invalidName = Object.keys(options).find(
    (name) => !copyPlainData(Reflect.get(options, name), { isLoose: true }),
  )
  throw invalidOption(`${invalidName ? ` ${invalidName}` : 's'}: plain data is accepted, up to 256 kB`)
}
