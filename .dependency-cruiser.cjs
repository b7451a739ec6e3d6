module.exports = { forbidden: [{name:'x', severity:'error', from:{}, to:{couldNotResolve:true}}], options: {
  doNotFollow: {path:'node_modules'}, exclude: {path: '(^|/)dist/'}, tsPreCompilationDeps:true, combinedDependencies:true, tsConfig:{fileName:'tsconfig.tests.json'},
  enhancedResolveOptions:{exportsFields:['exports'],conditionNames:['@crier/source','import','node','default']}
}};
