package mutant

import "strings"

// What a policy's lists are where it has none (contract, section 3).
var (
	defaultLaunchers = setOf(strings.Fields(`
		env nice nohup setsid stdbuf timeout ionice sh bash dash zsh ksh fish node nodejs deno bun bunx npm npx
		npm-cli.js npx-cli.js pnpm pnpx pnpm.cjs pnpm.js yarn yarn.js corepack tsx ts-node python Python pythonw
		pypy uv uvx pipx poetry pdm hatch rye java ruby perl php dotnet exec run x dlx tool watch`))
	defaultValueOptions = setOf(strings.Fields(`
		--add-exports --add-modules --add-opens --add-reads --cache --cache-dir --chdir --class-path --conditions
		--config --cwd --default-index --dir --directory --env-file --experimental-config-file
		--experimental-loader --extra --extra-index-url --filter --find-links --from --group --icu-data-dir
		--import --import-map --index --index-url --init-file --loader --module-path --node-options
		--openssl-config --package --prefix --preload --project --python --rcfile --registry --require --spec
		--title --tsconfig --tsconfig-override --unset --userconfig --watch-path --with --with-editable
		--with-requirements --workspace -C -F -W -X -cp -classpath -o -p -r`))
	defaultGenericNames = setOf(strings.Fields(`
		__init__ __main__ app bin build cjs cli cmd dist entry esm index lib main mod out run server src start`))
)
