// biome-ignore lint/performance/noBarrelFile: flows and screens of a transfer, which load together.
export { receiveWallet, sendWallet } from './transfer-flows.ts'
export { TransferScreen } from './transfer-screens.tsx'
