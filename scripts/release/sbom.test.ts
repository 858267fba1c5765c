import { describe, expect, it } from 'vitest'
import { packageBom } from './sbom.ts'

const component = (ref: string) => ({ 'bom-ref': ref, name: ref.split('@')[0] ?? ref })
const bom = {
  bomFormat: 'CycloneDX' as const,
  serialNumber: 'urn:uuid:random',
  metadata: { timestamp: 'now', component: component('root@1.0.0') },
  components: ['@d/sdk@1.0.0', 'zod@4.0.0', 'viem@2.0.0', 'deep@1.1.0', 'tsx@9.0.0'].map(component),
  dependencies: [
    { ref: 'root@1.0.0', dependsOn: ['zod@4.0.0', 'tsx@9.0.0'] },
    { ref: '@d/sdk@1.0.0', dependsOn: ['zod@4.0.0', 'viem@2.0.0'] },
    { ref: 'zod@4.0.0', dependsOn: ['deep@1.1.0'] },
    { ref: 'viem@2.0.0', dependsOn: [] },
    { ref: 'deep@1.1.0', dependsOn: [] },
    { ref: 'tsx@9.0.0', dependsOn: ['zod@4.0.0'] },
  ],
}
const lock = {
  packages: {
    '': { name: 'root', version: '1.0.0', dependencies: { zod: '^4' } },
    sdk: { name: '@d/sdk', version: '1.0.0', dependencies: { zod: '^4' } },
    'node_modules/zod': { version: '4.0.0', optionalDependencies: { deep: '1' } },
    'node_modules/tsx': { version: '9.0.0', dependencies: { zod: '^4' } },
  },
}
const time = '2026-01-01T00:00:00Z'

describe('packageBom', () => {
  it('SBOM › workspace › its dependencies, without peers and dev packages', () => {
    const { components, dependencies, metadata } = packageBom(bom, lock, '@d/sdk@1.0.0', time)
    expect(components.map((one) => one['bom-ref'])).toEqual(['deep@1.1.0', 'zod@4.0.0'])
    expect(dependencies).toEqual([
      { ref: '@d/sdk@1.0.0', dependsOn: ['zod@4.0.0'] },
      { ref: 'deep@1.1.0', dependsOn: [] },
      { ref: 'zod@4.0.0', dependsOn: ['deep@1.1.0'] },
    ])
    expect(metadata).toMatchObject({ timestamp: time, component: { name: '@d/sdk' } })
  })

  it('SBOM › root › its dependencies only', () => {
    const { components } = packageBom(bom, lock, 'root@1.0.0', time)
    expect(components.map((one) => one['bom-ref'])).toEqual(['deep@1.1.0', 'zod@4.0.0'])
  })

  it('SBOM › other serial number and time › same bytes; other content › other number', () => {
    const first = packageBom(bom, lock, '@d/sdk@1.0.0', time)
    const other = { ...bom, serialNumber: 'urn:uuid:x', components: bom.components.toReversed() }
    expect(JSON.stringify(packageBom(other, lock, '@d/sdk@1.0.0', time))).toBe(JSON.stringify(first))
    expect(first.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(packageBom(bom, lock, 'root@1.0.0', time).serialNumber).not.toBe(first.serialNumber)
  })

  it('SBOM › package that npm does not list › throws its name', () => {
    expect(() => packageBom(bom, lock, '@d/server@1.0.0', time)).toThrow('npm sbom has no @d/server@1.0.0')
  })
})
