/** Store pages and homepage among the links of a wallet; all https and without campaign parameters. */
export type StoreLinks = {
  readonly homepage?: string
  readonly chromeStore?: string
  readonly appStore?: string
  readonly playStore?: string
}

// Hosts that redirect or count clicks: they are not the wallet's homepage.
const forwarders =
  /(^|\.)(onelink\.me|app\.link|adj\.st|sng\.link|rainbow\.download|link\.zerion\.io|kresusconnect\.kresus\.com)$/
const stores =
  /(^|\.)(google\.com|apple\.com|mozilla\.org|opera\.com|microsoft\.com|github\.com|testflight\.apple\.com)$/

/** The page of an extension in the Chrome Web Store, by its id. */
export const chromeStorePage = (id: string): string => `https://chromewebstore.google.com/detail/${id}`

const chromeStore = ({ hostname, pathname }: URL): string | undefined => {
  if (hostname !== 'chromewebstore.google.com' && hostname !== 'chrome.google.com') return undefined
  const id = /\/([a-p]{32})$/.exec(pathname)?.[1]
  return id === undefined ? undefined : chromeStorePage(id)
}

const appStore = ({ hostname, pathname }: URL): string | undefined => {
  if (hostname !== 'apps.apple.com' && hostname !== 'itunes.apple.com') return undefined
  const id = /\/(?:id)?(\d{8,12})$/.exec(pathname)?.[1]
  return id === undefined ? undefined : `https://apps.apple.com/app/id${id}`
}

const playStore = ({ hostname, searchParams }: URL): string | undefined => {
  if (hostname !== 'play.google.com') return undefined
  const id = searchParams.get('id')
  return id !== null && /^[\w.]+$/.test(id)
    ? `https://play.google.com/store/apps/details?id=${id}`
    : undefined
}

const homepage = ({ hostname, origin }: URL): string | undefined =>
  stores.test(hostname) || forwarders.test(hostname) ? undefined : origin

const firstOf = (urls: readonly URL[], pick: (url: URL) => string | undefined): string | undefined =>
  urls.map(pick).find((found) => found !== undefined)

/** Sorts a wallet's links into store pages, each in its canonical form, and a homepage (an origin). */
export function sortLinks(links: readonly string[]): StoreLinks {
  const urls = links.map((link) => new URL(link)).filter((url) => url.protocol === 'https:')
  return withoutUndefined({
    homepage: firstOf(urls, homepage),
    chromeStore: firstOf(urls, chromeStore),
    appStore: firstOf(urls, appStore),
    playStore: firstOf(urls, playStore),
  })
}

/** The base for `wc?uri=…`, from the link that a source builds for `uri`; `undefined` if it has another form. */
export function pairingBase(built: string | undefined, uri: string): string | undefined {
  if (built === undefined) return undefined
  const end = built.indexOf(`wc?uri=${uri}`)
  return end > 0 && built[end - 1] === '/' ? built.slice(0, end) : undefined
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The object without its undefined members, so that an unknown member is always absent. */
export function withoutUndefined<T extends object>(object: T): Defined<T>
export function withoutUndefined(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
