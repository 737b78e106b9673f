import { readFileSync, writeFileSync } from 'node:fs';
import { drawFeatures, readFeatureImports } from './graph/draw-features.ts';

// npm run docs:graph: draws into docs/architecture.md which feature folders import from which.

const PATH = 'docs/architecture.md';
writeFileSync(PATH, drawFeatures(readFileSync(PATH, 'utf8'), readFeatureImports()));
