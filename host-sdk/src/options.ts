import { copyPlainData } from '../../shared/channel/copy-plain-data.ts'
import type { HostConfigInput } from '../../shared/config/host-config.ts'
import type { SiwxOptions } from '../../shared/config/siwx-options.ts'
import { WidgetError } from '../../shared/errors/widget-error.ts'

/** Options of `createDrawbridge`. Only `projectId` and `metadata.name` are required. */
export type DrawbridgeOptions = Omit<HostConfigInput, 'embedded' | 'siwx'> & {
  /** Asks who connects to sign in with the wallet; without functions of the site's own the widget does all of it. */
  readonly siwx?: SiwxOptions | undefined
  /** Where the widget lives; by default the constant of this build. https, or http on localhost and *.localhost. */
  readonly widgetUrl?: string | undefined
  /** Shows the widget inside this element, always visible, instead of in an overlay; without one it is an overlay. */
  readonly embed?: HTMLElement | null | undefined
  /** The element(s) whose click opens the modal: the frame is warmed as soon as a pointer, focus or touch reaches one. */
  readonly opener?: Element | readonly Element[] | undefined
  /** Whether the widget shows itself to the page's own code as one more wallet of each platform; true by default. */
  readonly announce?: boolean | undefined
}

/** The same before the widget has parsed what is its own; the script tag's attributes come like this. */
export type RawOptions = Pick<DrawbridgeOptions, 'widgetUrl' | 'embed' | 'opener' | 'announce'> & {
  readonly projectId: string
  readonly metadata: { readonly name: string }
  readonly [option: string]: unknown
}

/** The error that names an option; `text` goes on after the word. */
export const invalidOption = (text: string) => new WidgetError('config/invalid', `Invalid option${text}`)

/** Hosts that are this machine. */
const loopbackHost = /^(localhost|([a-z0-9-]+\.)+localhost|127\.0\.0\.1|\[::1\])$/

const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && loopbackHost.test(hostname))

/** Whether a value is an address that may be fetched: https, or http on this machine, without a login. */
export const isSafeUrl = (value: unknown): boolean => {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const url = new URL(value)
  return isSafe(url) && url.username === '' && url.password === ''
}

/**
 * Reads the widget's address.
 * @throws WidgetError `config/widget-url` unless https, or http on this machine; a path, query or login is refused.
 */
export function parseWidgetOrigin(text: string): string {
  try {
    const url = new URL(text)
    const { href, origin } = url
    if (isSafe(url) && href === `${origin}/`) return origin
  } catch {
    // No address at all: refused below.
  }
  throw new WidgetError(
    'config/widget-url',
    `widgetUrl must be an https origin, or http on localhost: ${text}`,
  )
}

/**
 * Checks the options that the widget does not see as they are. What is not there yet is as good as no option: a query that
 * finds no element returns `null`.
 */
function checkPageOptions({ embed, opener, siwx, metadata }: RawOptions): void {
  const refuse = (name: string, wanted: string, value: unknown) => {
    // `[object HTMLDivElement]`, `[object String]`
    throw invalidOption(` ${name}: ${wanted} is required, not ${Object.prototype.toString.call(value)}`)
  }
  const need = (isFine: unknown, name: string, wanted: string, value: unknown) => {
    if (value && !isFine) refuse(name, wanted, value)
  }
  const isElement = (value: unknown) => Object(value).nodeType === 1
  need(
    isElement(embed) &&
      // An element of another window belongs to a page whose frames the SDK does not hear. The contents of a template belong to
      // no window before they are in the page.
      [null, window].includes(Object(embed).ownerDocument.defaultView),
    'embed',
    'an element of this page',
    embed,
  )
  need(
    isElement(opener) || (typeof opener === 'object' && 'length' in Object(opener)),
    'opener',
    'an element or a list of elements',
    opener,
  )
  need(typeof siwx === 'object', 'siwx', 'an object', siwx)
  // Without the site's function the widget would do by itself what the site means to do.
  for (const name of ['getNonce', 'getSessions', 'addSession', 'revokeSession']) {
    const given: unknown = Reflect.get(Object(siwx), name)
    need(typeof given === 'function', `siwx.${name}`, 'a function', given)
  }
  if (typeof metadata?.name !== 'string') refuse('metadata.name', 'a text', metadata?.name)
}

/**
 * Takes apart what the page passed to `createDrawbridge`: what crosses to the widget (which parses it whole and names
 * the field that does not fit), as a copy of its plain data, and what stays here.
 * @throws WidgetError `APKT008` 'Project ID Missing'; `config/invalid` without `metadata.name`, for what no message
 * can carry, or where an element, an object or a function is something else.
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
 * Options as plain data for the wire, each read once; functions and elements stay behind.
 * @throws WidgetError `config/invalid` for what no message can carry.
 */
export function plainOptions(options: object): object {
  const plain = copyPlainData(options, { isLoose: true })
  if (plain) return Object(plain.copy)
  const bad = Object.keys(options).find(
    (name) => !copyPlainData(Reflect.get(options, name), { isLoose: true }),
  )
  throw invalidOption(`${bad ? ` ${bad}` : 's'}: plain data is accepted, up to 256 kB`)
}
