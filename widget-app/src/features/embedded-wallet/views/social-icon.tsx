import type { SocialId } from '#widget/domain/embedded-wallet/offered-socials.ts'
import { Icon } from '#widget/ui/icons/icon.tsx'

/** Own drawings, one stroked path each: none is the mark of its service. */
const paths: Readonly<Record<SocialId, string>> = {
  google: 'M18 7.5a7.5 7.5 0 1 0 1.5 4.5H12.5',
  x: 'M5 5l14 14M19 5L5 19',
  farcaster: 'M4 5h16M6.5 5v14M17.5 5v14M6.5 19v-5a5.5 5.5 0 0 1 11 0v5',
  discord: 'M5 7.5c4.5-2 9.5-2 14 0v9.5l-3 1.5-1.5-2h-5l-1.5 2-3-1.5zM9.5 11.5v1.5M14.5 11.5v1.5',
  apple:
    'M12 8c-3-2-7 0-7 4.5 0 4 3 8 5 7.5 1.5-.5 2.5-.5 4 0 2 .5 5-3.5 5-7.5C19 8 15 6 12 8zM12 8c0-2.5 1-4 3-5',
  github: 'M7 4.5v15M7 15c0-4 10-2 10-7M7 4.5h.01M17 4.5V8M4.5 19.5h5',
  facebook: 'M16.5 4.5H15a3 3 0 0 0-3 3v12M8.5 11.5h7',
}

/** A drawing for a service. */
export function SocialIcon({ social }: { social: SocialId }) {
  return <Icon d={paths[social]} size={24} />
}
