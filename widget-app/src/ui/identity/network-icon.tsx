import { ImageOrInitial, type MarkProps } from './image-or-initial.tsx'

/** A network's icon as a disc. */
export function NetworkIcon(props: MarkProps) {
  return <ImageOrInitial {...props} shape="disc" />
}
