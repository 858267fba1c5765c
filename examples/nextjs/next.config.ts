import type { NextConfig } from 'next'

const config: NextConfig = {
  // A static site, prerendered by the build. Without this line `next start` renders the same pages.
  output: 'export',
  distDir: 'dist',
  basePath: process.env.BASE_PATH ?? '',
  // This folder has no lockfile, so Next would search for the root.
  turbopack: { root: `${import.meta.dirname}/..` },
}

export default config
