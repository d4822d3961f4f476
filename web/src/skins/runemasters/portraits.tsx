// Portraits of the four guardians, drawn for this page. Flat shapes, one light from the left, readable at 32 px.
import type { ComponentChildren } from "preact";

const art: Record<string, ComponentChildren> = {
  // the Tornado: hair and scarf drawn out by the wind
  neltai: (
    <>
      <path fill="#7fb2b5" d="M0 0h64v64H0Z" />
      <path fill="none" stroke="#b9dcdb" stroke-width="2.4" stroke-linecap="round" d="M3 15c11-7 26-6 33 0M50 41c6 0 10-3 12-7M2 50c6 4 10 4 14 2M44 7c5-3 11-3 17 0" />
      <path fill="#1f4a52" d="M5 64c1-11 10-16 19-17h16c10 1 18 6 20 17Z" />
      <path fill="#2f6b73" d="M19 47c6 6 19 7 27-1l3 8c-9 6-24 6-33 0Z" />
      <path fill="#d59a73" d="M26 40h12v8c-3 4-9 4-12 0Z" />
      <path fill="#edbd95" d="M20 26c0-9 4-15 12-15s12 6 12 15c0 10-6 18-12 18s-12-8-12-18Z" />
      <path fill="#d59a73" d="M32 11c8 0 12 6 12 15 0 10-6 18-12 18 4-4 6-9 6-16 0-8-3-14-6-17Z" />
      <path fill="#f4f7f2" d="M18 33C13 17 22 5 35 6c10 1 21-1 27-6-1 8-7 12-13 13 6 1 10 0 13-2-3 6-8 9-14 8 4 4 4 10 1 16-1-7-4-12-9-15-7 3-17 3-22 13Z" />
      <path fill="#c5d6d3" d="M18 33c0-10 7-17 17-18 8-1 15 1 19 4-5 1-9 1-14 1-8 2-18 3-22 13Z" />
      <path fill="#17313a" d="M23 29.500c1.600-2.400 4.600-2.600 6.300-.2-1.900 1.500-4.200 1.700-6.300.2ZM41 29.500c-1.600-2.400-4.600-2.600-6.300-.2 1.900 1.500 4.200 1.700 6.300.2Z" />
      <path fill="none" stroke="#b0603f" stroke-width="1.500" stroke-linecap="round" d="M29.500 39c1.500.8 3.500.8 5 0" />
      <path fill="none" stroke="#2f7f86" stroke-width="1.8" stroke-linecap="round" d="M22.500 33.500c1.500 1.500 3.500 2 5 1.500M41 33.500c-1.500 1.500-3.500 2-5 1.500" />
    </>
  ),
  // Daughter of Rock: a face of cut stone, a crown of amber crystals
  ismoros: (
    <>
      <path fill="#5b5566" d="M0 0h64v64H0Z" />
      <path fill="#6d677a" d="m0 40 14-16 9 12 12-20 13 18 16-14v44H0Z" />
      <path fill="#e7a93c" d="m20 22-7-15 11 8-1-13 9 12 9-12-1 13 11-8-7 15Z" />
      <path fill="#c07e1d" d="M32 14 41 2l-1 13 11-8-7 15H32Z" />
      <path fill="#34303d" d="m4 64 8-14 14-5h12l14 5 8 14Z" />
      <path fill="#46414f" d="m4 64 8-14 14-5 6 19Z" />
      <path fill="#8b8375" d="m15 22 6-5 2 30-8-7-4-9Z" />
      <path fill="#6b6458" d="m49 22-6-5-2 30 8-7 4-9Z" />
      <path fill="#cdc3b1" d="m20 20 12-4 12 4 2 12-5 11-9 6-9-6-5-11Z" />
      <path fill="#a89d8b" d="m32 16 12 4 2 12-5 11-9 6 4-16Z" />
      <path fill="#e3dac9" d="m20 20 12-4-4 12-8 4Z" />
      <path fill="#8d8372" d="m32 28-2.500 9h5ZM27 43h10l-5 3Z" />
      <path fill="#3a2a0a" d="m21 29 9 1.500-4 3.500-4-1ZM43 29l-9 1.500 4 3.500 4-1Z" />
      <path fill="#ffc857" d="m23.500 30.500 3-.3 1 1.600-2 1.200ZM40.500 30.500l-3-.3-1 1.600 2 1.200Z" />
    </>
  ),
  // Bearer of Life: hood of leaves, antlers in bud, a seed that glows
  kulak: (
    <>
      <path fill="#c9cf8f" d="M0 0h64v64H0Z" />
      <path fill="#dfe3ae" d="M32 30m-25 0a25 25 0 1 0 50 0 25 25 0 1 0-50 0" />
      <path fill="none" stroke="#6f4a24" stroke-width="3.200" stroke-linecap="round" d="M26 17c-6-1-10-5-10-11M17 10c-4 1-7 0-9 3M38 17c6-1 10-5 10-11M47 10c4 1 7 0 9 3" />
      <path fill="#e58aa0" d="M8 10.500a3 3 0 1 1 0 5 3 3 0 1 1 0-5ZM56 10.500a3 3 0 1 1 0 5 3 3 0 1 1 0-5ZM16 3a3 3 0 1 1 0 5 3 3 0 1 1 0-5ZM48 3a3 3 0 1 1 0 5 3 3 0 1 1 0-5Z" />
      <path fill="#3f6b2e" d="M32 9C18 10 13 21 14 34c0 8-4 12-8 16 8 1 12 6 14 14h24c2-8 6-13 14-14-4-4-8-8-8-16 1-13-4-24-18-25Z" />
      <path fill="#568a3f" d="M32 9C18 10 13 21 14 34c0 8-4 12-8 16 6 0 10 4 12 8 4-8 4-18 3-26-1-9 4-19 11-23Z" />
      <path fill="#7fb058" d="M32 9c-5 2-8 6-9 10 3-1 6-3 9-6 3 3 6 5 9 6-1-4-4-8-9-10Z" />
      <path fill="#8a5a3a" d="M21.500 30c0-8 4-13 10.500-13s10.500 5 10.500 13c0 9-5 16-10.500 16S21.500 39 21.500 30Z" />
      <path fill="#6f4429" d="M32 17c6.500 0 10.500 5 10.500 13 0 9-5 16-10.500 16 4-4 5.500-9 5.500-15S36 20 32 17Z" />
      <path fill="none" stroke="#2b170b" stroke-width="1.900" stroke-linecap="round" d="M24.500 30c1.500 1.600 3.500 1.600 5 0M34.500 30c1.500 1.600 3.500 1.600 5 0" />
      <path fill="none" stroke="#f2d9a2" stroke-width="1.600" stroke-linecap="round" d="M29.800 38.500c1.500 1 3 1 4.500 0M25.500 34.500v.1M28 36v.1M38.500 34.500v.1M36 36v.1M32 21.500v3" />
      <path fill="#fff1b8" d="M32 48c5 3 5 10 0 13-5-3-5-10 0-13Z" />
      <path fill="#e9a93a" d="M32 48c5 3 5 10 0 13 1.500-4 1.500-9 0-13Z" />
    </>
  ),
  // the Crusher: horned helm, broken nose, a beard in braids
  kyreas: (
    <>
      <path fill="#d99a5b" d="M0 0h64v64H0Z" />
      <path fill="#e6b478" d="m32 32 32-20v14ZM32 32 0 12v14ZM32 32 12 64H0V50ZM32 32l20 32h12V50ZM32 32 24 0h16Z" />
      <path fill="#5a2f1b" d="M1 64c2-12 12-15 20-16h22c8 1 18 4 20 16Z" />
      <path fill="#7b4526" d="M1 64c2-12 12-15 20-16l4 16Z" />
      <path fill="#f0e2c2" d="M18 24C9 25 3 19 3 7c5 7 10 9 17 8ZM46 24c9 1 15-5 15-17-5 7-10 9-17 8Z" />
      <path fill="#cdb98f" d="M18 24C9 25 3 19 3 7c2 8 7 13 16 13ZM46 24c9 1 15-5 15-17-2 8-7 13-16 13Z" />
      <path fill="#c98b63" d="M20 24h24v12c0 8-5 13-12 13s-12-5-12-13Z" />
      <path fill="#a96d48" d="M32 24h12v12c0 8-5 13-12 13 4-6 4-18 0-25Z" />
      <path fill="#8d939b" d="M17 26c0-12 6-19 15-19s15 7 15 19l-6-2H23Z" />
      <path fill="#6a7079" d="M32 7c9 0 15 7 15 19l-6-2h-9Z" />
      <path fill="#d9b04c" d="M16.500 23.500c10-3.500 21-3.500 31 0l-.3 4c-9.500-3-21-3-30.400 0ZM30 7h4v15h-4Z" />
      <path fill="#7d8289" d="M30 24h4l1 10h-6Z" />
      <path fill="#3b1d0f" d="m22 28.500 7 1.300-1.300 2.700-4.700-.9ZM42 28.500l-7 1.300 1.300 2.700 4.700-.9Z" />
      <path fill="#a8401f" d="M19 33c3 3 7 4 10 3 2-1 4-1 6 0 3 1 7 0 10-3 2 8 0 14-3 17l-2 12-4-4-4 6-4-6-4 4-2-12c-3-3-5-9-3-17Z" />
      <path fill="#83290f" d="M35 36c3 1 7 0 10-3 2 8 0 14-3 17l-2 12-4-4-4 6c2-9 4-18 3-28Z" />
      <path fill="#f0d9b5" d="M28 41c2.500 1.400 5.500 1.400 8 0l-1 2.400h-6Z" />
      <path fill="none" stroke="#d9b04c" stroke-width="2" d="M22.500 51.500h6M35.500 51.500h6" />
    </>
  ),
};

export function Portrait({ face, class: cls = "" }: { face: string | null; class?: string }) {
  const name = face?.replace(/^guardian\./, "") ?? "";
  return (
    <svg viewBox="0 0 64 64" class={`rm-portrait ${cls}`} aria-hidden="true" focusable="false">
      {art[name] ?? <path fill="currentColor" d="M32 12a12 12 0 1 1 0 24 12 12 0 0 1 0-24ZM8 60c2-14 12-20 24-20s22 6 24 20Z" />}
    </svg>
  );
}
