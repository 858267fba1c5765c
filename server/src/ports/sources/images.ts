/** Types of images that are served; SVG is rebuilt from allowed elements. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml'

export type ImageFile = {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Detected from the bytes, never from the host's headers. */
  readonly type: ImageType
  /** Strong entity tag of the bytes, with its quotes. */
  readonly etag: string
}

export type ImageResult =
  | { readonly is: 'found'; readonly image: ImageFile }
  /** No such image, or one that must not be shown; `reason` is for logs and contains no part of the URL. */
  | { readonly is: 'absent'; readonly reason: string }
  /** The host did not respond, or too many images are being fetched; try again later. */
  | { readonly is: 'unavailable'; readonly reason: string }

/** Fetches, validates and caches images of other hosts. */
export type ImageSource = {
  /** Never throws. Concurrent calls for one URL share a fetch. */
  readonly find: (url: string) => Promise<ImageResult>
}

/** Signs the references to remote images in the server's responses. */
export type ReferenceSigner = {
  /** 22 characters of base64url. */
  readonly sign: (text: string) => string
  /** True if the signature was made by the current or a former key. Constant time. */
  readonly verify: (text: string, signature: string) => boolean
}
