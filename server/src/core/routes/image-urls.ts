import { getTokenImage } from '../../../../shared/api/images.ts'
import { parseUrl } from '../../../../shared/parse-url.ts'
import type { ReferenceSigner } from '../../ports/sources/images.ts'

const maxUrlLength = 2_048
/** `data:` URIs, which the widget checks itself before it shows them. */
const inlinePicture = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/
const maxInlineLength = 32_768
/** Artwork that is served with the widget. */
const bundledPicture = /^\/(?:wallets|tokens|networks)\/[\w-]{1,128}\.(?:svg|webp|png)$/
const ipfsPath = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{46,128}(?:\/[^?#]*)?)$/
const reference = /^([\w-]{1,4096})\.([\w-]{22})$/

/**
 * The URL under which the widget may load a picture that some source named, or undefined where it cannot be shown. Every
 * answer of the server passes its picture URLs through this.
 */
export type Served = (url: string | null | undefined) => string | undefined

/** For a deployment that serves no remote pictures: the widget gets each URL as the source wrote it. */
export const unchanged: Served = (url) => url ?? undefined

export type ImageUrls = {
  readonly served: Served
  /** The remote URL of a reference that this deployment signed; undefined for any other `:id`. */
  readonly remote: (id: string) => string | undefined
}

type Parts = {
  readonly signer: ReferenceSigner
  /** Origin of the image endpoints when it is not the widget's own; '' by default. */
  readonly base?: string
  /** `https:` URL that ends in `/ipfs/`; without it `ipfs:` pictures are not shown. */
  readonly ipfsGateway?: string | undefined
  /** Exact origins, http too, that pictures are fetched from although their port or name is not a public one. */
  readonly allowedOrigins?: readonly string[]
}

const signedText = (url: string) => `picture\0${url}`

const toBase64Url = (ascii: string) =>
  btoa(ascii).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

function fromBase64Url(text: string): string | undefined {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return undefined
  }
}

const isPublic = (url: URL) => url.protocol === 'https:' && url.port === '' && url.hostname.includes('.')

/** The canonical form of a URL that the server may fetch: https, no credentials, default port, a host with a dot. */
function fetchable(text: string, allowedOrigins: readonly string[]): string | undefined {
  const url = text.length > maxUrlLength ? undefined : parseUrl(text)
  if (url === undefined) return undefined
  if (url.username !== '' || url.password !== '') return undefined
  if (!isPublic(url) && !allowedOrigins.includes(url.origin)) return undefined
  url.hash = ''
  return url.href.length > maxUrlLength ? undefined : url.href
}

/**
 * Own URLs for the pictures of other hosts, since the widget's policy loads pictures of its own origin only, and a foreign host
 * must not learn who looks at which token. The URL holds the remote URL and a signature of the server: a caller can load what
 * an answer of this deployment named, and nothing else, so that the endpoint is no open proxy; and no table is needed, so that
 * each replica serves the references of the others.
 */
export function createImageUrls({ signer, base = '', ipfsGateway, allowedOrigins = [] }: Parts): ImageUrls {
  const remoteUrl = (url: string): string | undefined => {
    const [, path] = ipfsPath.exec(url) ?? []
    if (path === undefined) return fetchable(url, allowedOrigins)
    return ipfsGateway === undefined ? undefined : fetchable(ipfsGateway + path, allowedOrigins)
  }

  return {
    served: (url) => {
      if (!url) return undefined
      if (bundledPicture.test(url)) return url
      if (inlinePicture.test(url)) return url.length > maxInlineLength ? undefined : url
      const remote = remoteUrl(url)
      if (remote === undefined) return undefined
      const id = `${toBase64Url(remote)}.${signer.sign(signedText(remote))}`
      return base + getTokenImage.path.replace(':id', () => id)
    },
    remote: (id) => {
      const [, encoded = '', signature = ''] = reference.exec(id) ?? []
      const url = fromBase64Url(encoded)
      // One URL has one reference: caches and budgets are not evaded by other spellings of it.
      if (url === undefined || toBase64Url(url) !== encoded || !signer.verify(signedText(url), signature))
        return undefined
      return url
    },
  }
}
