import type { Network } from '#shared/config/network.ts'

/** Address of a network's mark among the widget's own files; networks without one get a drawn stand-in. */
export const networkIconUrl = ({ imageId }: Network): string | undefined =>
  imageId === undefined ? undefined : `/networks/${imageId}.svg`
