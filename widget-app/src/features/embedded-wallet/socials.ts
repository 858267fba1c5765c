import type { SocialId } from '#widget/domain/embedded-wallet/offered-socials.ts'

/** Names of the services, which are the same in every language. */
export const socialTitles: Readonly<Record<SocialId, string>> = {
  google: 'Google',
  x: 'X',
  farcaster: 'Farcaster',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
}

/** So many are in one row; more of them are behind one button in its last place. */
const rowLength = 5

/** The services of the first row, and those behind “More”. */
export function socialRows(socials: readonly SocialId[]): {
  readonly first: readonly SocialId[]
  readonly rest: readonly SocialId[]
} {
  const firstCount = socials.length > rowLength ? rowLength - 1 : socials.length
  return { first: socials.slice(0, firstCount), rest: socials.slice(firstCount) }
}
