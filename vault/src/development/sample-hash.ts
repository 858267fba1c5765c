import { fixturesHash } from '#widget/app/development/standalone-hash.ts'
import type { VaultSample } from './vault-sample.ts'

/** The hash of the development page that shows a sample. */
export const hashOf = ({ group, state }: VaultSample): string =>
  `${fixturesHash}/${group}/${state.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
