import { Mark, type MarkProps } from './image-or-initial.tsx'

/** A network's mark as a disc. */
export function NetworkIcon(props: MarkProps) {
  return <Mark {...props} shape="disc" />
}
