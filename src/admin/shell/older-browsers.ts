// What Base UI calls and the oldest browsers of the floor (`browserslist` in package.json) have not got.
Object.hasOwn ??= (object, key) => Reflect.getOwnPropertyDescriptor(object, key) !== undefined;

export {};
