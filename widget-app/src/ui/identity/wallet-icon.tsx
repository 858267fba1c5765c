import { ImageOrInitial, type MarkProps } from './image-or-initial.tsx'

/** A wallet's mark as a rounded tile; its name stands beside it, so the picture itself is silent. */
export function WalletIcon(props: MarkProps) {
  return <ImageOrInitial {...props} shape="tile" />
}
