import { expect, it } from 'vitest';
import { mailDocument } from './mail-document.js';

it.each([
  [
    '<!doctype html><html lang="en"><head class="x"><title>',
    '<!doctype html><html lang="en"><head class="x"><base target="_blank"><title>',
  ],
  ['<!DOCTYPE html><html><body>', '<!DOCTYPE html><html><base target="_blank"><body>'],
  ['<!doctype html><p>', '<!doctype html><base target="_blank"><p>'],
  ['<header>Hello</header>', '<base target="_blank"><header>Hello</header>'],
  ['', '<base target="_blank">'],
])('makes the links of %j open elsewhere, and leaves its doctype first', (html, expected) => {
  expect(mailDocument(html)).toBe(expected);
});
