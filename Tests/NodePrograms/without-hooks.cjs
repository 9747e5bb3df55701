// As an old Node.js is: loaded before the script that records.
require('v8').promiseHooks = undefined;
