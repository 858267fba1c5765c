import { afterEach, beforeEach } from 'vitest'
import type { Stores } from '../../ports/stores/stores.ts'
import type { Database } from '../database.ts'
import { createStores } from '../stores.ts'
import { counterSuite } from './counter-suite.ts'
import { deletionSuite } from './deletion-suite.ts'
import { embeddedDeviceSuite } from './embedded-device-suite.ts'
import { embeddedIdentitySuite } from './embedded-identity-suite.ts'
import { embeddedLimitSuite } from './embedded-limit-suite.ts'
import { embeddedUserSuite } from './embedded-user-suite.ts'
import { eventSuite } from './event-suite.ts'
import { farcasterAttemptSuite } from './farcaster-attempt-suite.ts'
import { jobSuite } from './job-suite.ts'
import { mailboxSuite } from './mailbox-suite.ts'
import { nameSuite } from './name-suite.ts'
import { orderSuite } from './order-suite.ts'
import { passkeySuite } from './passkey-suite.ts'
import { projectSuite } from './project-suite.ts'
import { recoverySuite } from './recovery-suite.ts'
import { settingSuite } from './setting-suite.ts'
import { sharedEmailSuite } from './shared-email-suite.ts'
import { signInSuite } from './sign-in-suite.ts'
import { smartSessionSuite } from './smart-session-suite.ts'
import { socialAttemptSuite } from './social-attempt-suite.ts'
import { spendingLimitSuite } from './spending-limit-suite.ts'
import type { StoreWorld } from './store-world.ts'
import { storedDataSuite } from './stored-data-suite.ts'
import { sweepSuite } from './sweep-suite.ts'
import { transferSuite } from './transfer-suite.ts'

/** An empty, migrated database: opened twice if it allows several processes, else once. */
export type FreshDatabase = {
  readonly connections: readonly [Database, Database?]
  /** Called after the test. */
  readonly end: () => Promise<void>
}

/** Tests that every kind of database must pass. */
export function storeSuite(openFresh: () => Promise<FreshDatabase>): void {
  let end: FreshDatabase['end'] = async () => undefined
  let opened: { readonly database: Database; readonly replicas: readonly [Stores, Stores] } | undefined

  beforeEach(async () => {
    const fresh = await openFresh()
    const [first, second = first] = fresh.connections
    end = fresh.end
    opened = { database: first, replicas: [createStores(first), createStores(second)] }
  })
  afterEach(() => end())

  const current = () => {
    if (opened === undefined) throw new Error('No test has begun')
    return opened
  }
  const world: StoreWorld = {
    stores: () => current().replicas[0],
    replicas: () => current().replicas,
    database: () => current().database,
  }
  projectSuite(world)
  signInSuite(world)
  nameSuite(world)
  mailboxSuite(world)
  smartSessionSuite(world)
  orderSuite(world)
  jobSuite(world)
  eventSuite(world)
  settingSuite(world)
  embeddedUserSuite(world)
  embeddedDeviceSuite(world)
  embeddedLimitSuite(world)
  embeddedIdentitySuite(world)
  sharedEmailSuite(world)
  passkeySuite(world)
  counterSuite(world)
  socialAttemptSuite(world)
  farcasterAttemptSuite(world)
  transferSuite(world)
  recoverySuite(world)
  deletionSuite(world)
  spendingLimitSuite(world)
  sweepSuite(world)
  storedDataSuite(world)
}
