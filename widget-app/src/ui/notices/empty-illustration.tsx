import styles from './empty-illustration.module.css'

export type EmptyIllustrationName =
  | 'wallet'
  | 'search'
  | 'coins'
  | 'activity'
  | 'offline'
  | 'camera'
  | 'shield'

const lines: Record<EmptyIllustrationName, string> = {
  wallet:
    'M64 40v-6a6 6 0 0 0-6-6H30a8 8 0 0 0 0 16h36a6 6 0 0 1 6 6v16a6 6 0 0 1-6 6H30a8 8 0 0 1-8-8V36m40 21v.1',
  search: 'M44 26a18 18 0 1 0 0 36 18 18 0 0 0 0-36m13 31 15 15M37 44h14',
  coins:
    'M40 30c10 0 18 3.6 18 8s-8 8-18 8-18-3.6-18-8 8-8 18-8m-18 8v10c0 4.4 8 8 18 8s18-3.6 18-8V38m-18 28c2 2.4 7.5 4 14 4 9 0 18-3.6 18-8V52c0-3-4-5.5-10-6.8',
  activity: 'M48 24a24 24 0 1 0 0 48 24 24 0 0 0 0-48m0 11v14l9 6',
  camera:
    'M30 36h8l4-6h12l4 6h8a4 4 0 0 1 4 4v22a4 4 0 0 1-4 4H30a4 4 0 0 1-4-4V40a4 4 0 0 1 4-4m18 7a8 8 0 1 0 0 16 8 8 0 0 0 0-16M28 72l40-48',
  shield: 'm48 23 20 7v16c0 13-8 22-20 27-12-5-20-14-20-27V30zm-8 17 16 16m0-16L40 56',
  offline: 'M30 56a10 10 0 0 1-1-20 18 18 0 0 1 34-3 12 12 0 0 1 7 22M40 62l16-16m0 16L40 46',
}

/** A small line drawing for an empty state. */
export function EmptyIllustration({ name }: { name: EmptyIllustrationName }) {
  return (
    <svg className={styles.drawing} width="96" height="96" viewBox="0 0 96 96" aria-hidden="true">
      <circle cx="48" cy="48" r="44" />
      <path d={lines[name]} />
    </svg>
  )
}
