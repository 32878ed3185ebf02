// Every browser that can buy opens dialogs: those without `showModal` learn it.
if (!('showModal' in document.createElement('dialog'))) import('./older-dialogs.ts');

export {};
