import type { CommonQuery } from '#shared/api/endpoint.ts'
import { completeDeployConfig, type DeployConfig } from '#shared/config/deploy-config.ts'
import { type Flags, flagDefaults } from '#shared/config/flags.ts'
import { completeHostConfig, type HostConfig } from '#shared/config/host-config.ts'
import type { ApiBase } from '#widget/lib/http.ts'
import { atom } from '#widget/lib/state.ts'
import { widgetVersion } from './widget-version.ts'

/** SDK type of every call (SPEC §7 `st`). */
const sdkType = 'drawbridge'

/** The host's configuration; the defaults until the host has sent one. */
export const hostConfigAtom = atom<HostConfig>(completeHostConfig({ projectId: '', metadata: { name: '' } }))

/** The configuration that the operator of the widget set at deploy time. */
export const deployConfigAtom = atom<DeployConfig>(completeDeployConfig({}))

/** Features that the host alone decides: its options over the defaults of SPEC §3. All others are in `feature-flags.ts`. */
export const flagsAtom = atom((get): Flags => {
  const overrides = get(hostConfigAtom).features
  const flag = (name: keyof Flags): boolean => overrides[name] ?? flagDefaults[name]
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

/** Base of project calls: wallets, icons, project settings. */
export const apiAtom = atom(
  (get): ApiBase => ({ baseUrl: get(deployConfigAtom).apiUrl, common: get(commonQueryAtom) }),
)

/** Base of chain calls: balances, prices. */
export const blockchainApiAtom = atom(
  (get): ApiBase => ({ baseUrl: get(deployConfigAtom).blockchainApiUrl, common: get(commonQueryAtom) }),
)

/** The JSON-RPC gateway. */
export const rpcApiAtom = atom(
  (get): ApiBase => ({ baseUrl: get(deployConfigAtom).rpcUrl, common: get(commonQueryAtom) }),
)

/** The gateway and its fallbacks, all configured by the operator. */
export const rpcGatewaysAtom = atom((get): readonly [ApiBase, ...ApiBase[]] => {
  const common = get(commonQueryAtom)
  const others = get(deployConfigAtom).rpcFallbackUrls.map((baseUrl) => ({ baseUrl, common }))
  return [get(rpcApiAtom), ...others]
})
