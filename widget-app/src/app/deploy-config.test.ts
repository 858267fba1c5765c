import { describe, expect, it } from 'vitest'
import { deployConfigAtom } from '#widget/core/config.ts'
import { testWorld } from '#widget/testing/world.ts'
import { loadDeployConfig } from './deploy-config.ts'

const file = { environment: 'local', walletConnect: { verify: true } }

describe('loadDeployConfig', () => {
  it.each([
    ['/embed/1/shop', true],
    ['/embed/1/isolated', true],
    ['/', true],
    ['/embed/1/isolated/shop', false],
  ])('document at %s › may frame other sites and the Verify host: %s', async (path, isSo) => {
    const { store } = testWorld({ routes: { '/widget.config.json': () => ({ body: file }) } })
    await loadDeployConfig(store, path)
    expect(store.get(deployConfigAtom)).toMatchObject({
      environment: 'local',
      framesOthers: isSo,
      walletConnect: { verify: isSo },
    })
  })

  it('project has its own relay › replaces that of the file, or of no file', async () => {
    const walletConnect = { projectId: 'deployment', relayUrl: 'wss://relay.example' }
    const projectOverride = { projectId: 'own', relayUrl: 'wss://own.example' }
    const routes = { '/widget.config.json': () => ({ body: { walletConnect, nameZone: 'names.example' } }) }
    const { store } = testWorld({ routes })
    await loadDeployConfig(store, '/')
    expect(store.get(deployConfigAtom)).toMatchObject({ walletConnect, nameZone: 'names.example' })
    await loadDeployConfig(store, '/embed/1/shop', { projectId: 'own' })
    expect(store.get(deployConfigAtom)).toMatchObject({
      walletConnect: { ...walletConnect, projectId: 'own' },
    })
    const { store: without } = testWorld()
    await loadDeployConfig(without, '/embed/1/shop', projectOverride)
    expect(without.get(deployConfigAtom)).toMatchObject({
      walletConnect: projectOverride,
      nameZone: 'reown.id',
    })
  })

  it('document contains the configuration › no request, applied at once', () => {
    const requests: string[] = []
    const routes = {
      '/widget.config.json': () => {
        requests.push('/widget.config.json')
        return { body: {} }
      },
    }
    const { store } = testWorld({ routes })
    void loadDeployConfig(store, '/embed/1/shop', { projectId: 'own' }, JSON.stringify(file))
    expect(store.get(deployConfigAtom)).toMatchObject({
      environment: 'local',
      walletConnect: { verify: true, projectId: 'own' },
    })
    expect(requests).toEqual([])
  })

  it.each(['', '{', '{"rpcUrl":7}'])(
    'document contains %j › defaults, and logs the problem',
    async (text) => {
      const { store, logs } = testWorld()
      await loadDeployConfig(store, '/embed/1/shop', undefined, text)
      expect(store.get(deployConfigAtom)).toMatchObject({ rpcUrl: '', environment: 'production' })
      expect(logs).toContain('widget.config.json could not be read')
    },
  )

  it('invalid file › defaults to the own origin, and logs the problem', async () => {
    const { store, logs } = testWorld({ routes: { '/widget.config.json': () => ({ body: { rpcUrl: 7 } }) } })
    await loadDeployConfig(store, '/')
    expect(store.get(deployConfigAtom)).toMatchObject({ rpcUrl: '', environment: 'production' })
    expect(logs).toContain('widget.config.json could not be read')
  })
})
