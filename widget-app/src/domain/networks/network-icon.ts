import type { Network } from '#shared/config/network.ts'

/** Path of a network's bundled icon; networks without one get a generated placeholder. */
export const networkIconUrl = ({ imageId }: Network): string | undefined =>
  imageId === undefined ? undefined : `/networks/${imageId}.svg`
