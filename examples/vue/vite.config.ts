import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

// Relative URLs, so that the build runs under any path.
export default defineConfig({ base: './', plugins: [vue()] })
