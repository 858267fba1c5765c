import type { CommonQuery } from '#shared/api/endpoint.ts'
import { completeDeployConfig, type DeployConfig } from '#shared/config/deploy-config.ts'
import { type Flags, flagDefaults } from '#shared/config/flags.ts'
import { completeHostConfig, type HostConfig } from '#shared/config/host-config.ts'
import type { ApiBase } from '#widget/lib/http.ts'
import { atom } from '#widget/lib/state.ts'
import { widgetVersion } from './widget-version.ts'

/** SDK type of every call (SPEC §7 `st`). */
const sdkType = 'drawbridge'

/** What the host wishes; the defaults until it has spoken. */
export const hostConfigAtom = atom<HostConfig>(completeHostConfig({ projectId: '', metadata: { name: '' } }))

/** What the operator of the widget decided at deploy time. */
export const deployConfigAtom = atom<DeployConfig>(completeDeployConfig({}))

/** Features which the host alone decides, its wishes over the defaults of SPEC §3; all others are in `features.ts`. */
export const flagsAtom = atom((get): Flags => {
  const wishes = get(hostConfigAtom).features
  const flag = (name: keyof Flags): boolean => wishes[name] ?? flagDefaults[name]
  return {
    receive: flag('receive'),
    send: flag('send'),
    emailShowWallets: flag('emailShowWallets'),
    analytics: flag('analytics'),
    allWallets: flag('allWallets'),
    legalCheckbox: flag('legalCheckbox'),
    smartSessions: flag('smartSessions'),
    collapseWallets: flag('collapseWallets'),
    pay: flag('pay'),
  }
})

export const projectIdAtom = atom((get) => get(hostConfigAtom).projectId.trim())

const commonQueryAtom = atom(
  (get): CommonQuery => ({ projectId: get(projectIdAtom), st: sdkType, sv: widgetVersion }),
)

/** Where project calls go: wallets, pictures, project settings. */
export const apiAtom = atom(
  (get): ApiBase => ({ baseUrl: get(deployConfigAtom).apiUrl, common: get(commonQueryAtom) }),
)

/** Where chain calls go: balances, prices. */
export const blockchainApiAtom = atom(
  (get): ApiBase => ({ baseUrl: get(deployConfigAtom).blockchainApiUrl, common: get(commonQueryAtom) }),
)

/** The JSON-RPC gateway. */
export const rpcApiAtom = atom(
  (get): ApiBase => ({ baseUrl: get(deployConfigAtom).rpcUrl, common: get(commonQueryAtom) }),
)

/** The gateway and those that stand in for it, all of the operator's choice. */
export const rpcGatewaysAtom = atom((get): readonly [ApiBase, ...ApiBase[]] => {
  const common = get(commonQueryAtom)
  const others = get(deployConfigAtom).rpcFallbackUrls.map((baseUrl) => ({ baseUrl, common }))
  return [get(rpcApiAtom), ...others]
})
