import { ImageOrInitial, type MarkProps } from './image-or-initial.tsx'

/** A network's mark as a disc. */
export function NetworkIcon(props: MarkProps) {
  return <ImageOrInitial {...props} shape="disc" />
}
