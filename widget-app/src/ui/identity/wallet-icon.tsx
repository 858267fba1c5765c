import { ImageOrInitial, type MarkProps } from './image-or-initial.tsx'

/** A wallet's icon as a rounded tile; its name is next to it, so the image has no alternative text. */
export function WalletIcon(props: MarkProps) {
  return <ImageOrInitial {...props} shape="tile" />
}
