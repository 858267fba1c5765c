import { getTokenImage } from '../../../../shared/api/images.ts'
import { parseUrl } from '../../../../shared/parse-url.ts'
import type { ReferenceSigner } from '../../ports/sources/images.ts'

const maxUrlLength = 2_048
/** `data:` URIs, which the widget validates before it shows them. */
const inlineImage = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/
const maxInlineLength = 32_768
/** Images that are served with the widget. */
const bundledImage = /^\/(?:wallets|tokens|networks)\/[\w-]{1,128}\.(?:svg|webp|png)$/
const ipfsPath = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{46,128}(?:\/[^?#]*)?)$/
const reference = /^([\w-]{1,4096})\.([\w-]{22})$/

/**
 * Returns the URL from which the widget may load an image of a source, or undefined if it cannot be shown. Every response of
 * the server passes its image URLs through this.
 */
export type ImageUrlFor = (url: string | null | undefined) => string | undefined

/** For a deployment that serves no remote images: the widget gets each URL unchanged. */
export const unchangedImageUrl: ImageUrlFor = (url) => url ?? undefined

export type ImageUrls = {
  readonly imageUrlFor: ImageUrlFor
  /** The remote URL of a reference that this deployment signed; undefined for any other `:id`. */
  readonly remoteUrlOf: (id: string) => string | undefined
}

type ImageUrlOptions = {
  readonly signer: ReferenceSigner
  /** Origin of the image endpoints if it is not the widget's own; '' by default. */
  readonly base?: string
  /** `https:` URL that ends in `/ipfs/`; without it `ipfs:` images are not shown. */
  readonly ipfsGateway?: string | undefined
  /** Exact origins, http included, that images are fetched from although their port or hostname is not a public one. */
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

/** The canonical form of a URL that the server may fetch: https, no credentials, default port, a hostname with a dot. */
function toFetchableUrl(text: string, allowedOrigins: readonly string[]): string | undefined {
  const url = text.length > maxUrlLength ? undefined : parseUrl(text)
  if (url === undefined) return undefined
  if (url.username !== '' || url.password !== '') return undefined
  if (!isPublic(url) && !allowedOrigins.includes(url.origin)) return undefined
  url.hash = ''
  return url.href.length > maxUrlLength ? undefined : url.href
}

/**
 * Creates URLs of this server for images of other hosts: the widget's policy loads images of its own origin only, and an
 * external host must not learn which user looks at which token. The URL contains the remote URL and a signature of the
 * server. A caller can load only what a response of this deployment contained, so the endpoint is not an open proxy. No
 * table is needed, so each replica serves the references of the others.
 */
export function createImageUrls({
  signer,
  base = '',
  ipfsGateway,
  allowedOrigins = [],
}: ImageUrlOptions): ImageUrls {
  const remoteUrl = (url: string): string | undefined => {
    const [, path] = ipfsPath.exec(url) ?? []
    if (path === undefined) return toFetchableUrl(url, allowedOrigins)
    return ipfsGateway === undefined ? undefined : toFetchableUrl(ipfsGateway + path, allowedOrigins)
  }

  return {
    imageUrlFor: (url) => {
      if (!url) return undefined
      if (bundledImage.test(url)) return url
      if (inlineImage.test(url)) return url.length > maxInlineLength ? undefined : url
      const remote = remoteUrl(url)
      if (remote === undefined) return undefined
      const id = `${toBase64Url(remote)}.${signer.sign(signedText(remote))}`
      return base + getTokenImage.path.replace(':id', () => id)
    },
    remoteUrlOf: (id) => {
      const [, encoded = '', signature = ''] = reference.exec(id) ?? []
      const url = fromBase64Url(encoded)
      // One URL has one reference, so that other spellings cannot evade caches and budgets.
      if (url === undefined || toBase64Url(url) !== encoded || !signer.verify(signedText(url), signature))
        return undefined
      return url
    },
  }
}
