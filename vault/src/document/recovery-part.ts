import '#widget/i18n/vault-recovery-messages.ts'

// biome-ignore lint/performance/noBarrelFile: texts, flows and screens of a recovery, which load together.
export { createRecoveryKeys } from '../wallet/recovery-keys.ts'
export {
  changeAssistance,
  completeRecovery,
  isAwaitedHere,
  recoverByOperator,
  reviewRecovery,
} from './recovery-flows.ts'
export { RecoveryScreen } from './recovery-screens.tsx'
