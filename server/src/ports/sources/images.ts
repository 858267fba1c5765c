/** Types of pictures that are served; SVG is rebuilt from what is allowed in it. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml'

export type ImageFile = {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** By the bytes, never by what the host said. */
  readonly type: ImageType
  /** Strong entity tag of the bytes, with its quotes. */
  readonly etag: string
}

export type ImageResult =
  | { readonly is: 'found'; readonly picture: ImageFile }
  /** No such picture, or none that may be shown; `reason` is for logs and holds no part of the URL. */
  | { readonly is: 'absent'; readonly reason: string }
  /** The host did not answer, or too many pictures are loaded at once; try again later. */
  | { readonly is: 'unavailable'; readonly reason: string }

/** Fetches, checks and caches pictures of other hosts. */
export type ImageSource = {
  /** Never throws. Calls for one URL at the same time make one fetch. */
  readonly find: (url: string) => Promise<ImageResult>
}

/** Signs the references by which the server's own answers name remote pictures. */
export type ReferenceSigner = {
  /** 22 characters of base64url. */
  readonly sign: (text: string) => string
  /** Whether a signature was made by the current or a former key. Constant time. */
  readonly verify: (text: string, signature: string) => boolean
}
