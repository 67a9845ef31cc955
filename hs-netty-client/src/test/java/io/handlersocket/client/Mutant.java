// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Modules and their tests once more, in a class loader of their own, with one class compiled from a changed source: so
 * that a protection can be switched off by a test without a switch in the code.
 */
final class Mutant implements AutoCloseable {

    private final String tests;
    private final ChildFirst loader;

    /**
     * The modules as they are.
     *
     * @param tests the root package of the tests
     * @param modules one class of each module
     */
    Mutant(String tests, List<Class<?>> modules) throws IOException {
        this.tests = tests;
        this.loader = new ChildFirst(modules, List.of());
    }

    /**
     * The modules with one change.
     *
     * @param tests the root package of the tests
     * @param modules one class of each module
     * @param folder an empty one, for the changed class
     */
    Mutant(String tests, List<Class<?>> modules, Mutation mutation, Path folder) throws IOException {
        Path file = Path.of(mutation.source());
        String code = Files.readString(file);
        assertThat(code.split(Pattern.quote(mutation.text()), -1))
                .as("'%s' in %s, and what is around it", mutation.text(), file)
                .hasSize(2);
        compile(folder, file.toUri(), code.replace(mutation.text(), mutation.replacement()));
        this.tests = tests;
        this.loader = new ChildFirst(modules, List.of(folder));
    }

    private static void compile(Path folder, URI name, String code) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavaFileObject source = new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return code;
            }
        };
        StringWriter errors = new StringWriter();
        List<String> options =
                List.of("-d", folder.toString(), "-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"));
        assertThat(compiler.getTask(errors, null, null, options, null, List.of(source))
                        .call())
                .as("compiles: %s", errors)
                .isTrue();
    }

    /** By its name, with its parameters' types in parentheses if it has any. */
    private static DiscoverySelector method(Class<?> test, String name) {
        int types = name.indexOf('(');
        return types < 0
                ? selectMethod(test, name)
                : selectMethod(test, name.substring(0, types), name.substring(types + 1, name.length() - 1));
    }

    /**
     * Runs a test until something fails.
     *
     * @param check its class below the package of the tests, and after a # its method if it is not all of them
     */
    TestExecutionSummary run(String check) throws ClassNotFoundException {
        String[] names = check.split("#", 2);
        Class<?> test = Class.forName(tests + '.' + names[0], false, loader);
        DiscoverySelector selector = names.length == 1 ? selectClass(test) : method(test, names[1]);
        CancellationToken end = CancellationToken.create();
        TestExecutionListener first = new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
                if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                    end.cancel();
                }
            }
        };
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            LauncherFactory.create()
                    .execute(LauncherExecutionRequestBuilder.request(LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selector)
                                    .build())
                            .listeners(summary, first)
                            .cancellationToken(end)
                            .build());
        } finally {
            thread.setContextClassLoader(before);
        }
        return summary.getSummary();
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }

    /** Finds the modules and their tests here first, and everything else where it always is. */
    private static final class ChildFirst extends URLClassLoader {

        ChildFirst(List<Class<?>> modules, List<Path> first) throws IOException {
            super(urls(modules, first), Mutant.class.getClassLoader());
        }

        private static URL[] urls(List<Class<?>> modules, List<Path> first) throws IOException {
            List<URL> urls = new ArrayList<>();
            for (Path folder : first) {
                urls.add(folder.toUri().toURL());
            }
            for (Class<?> module : modules) {
                urls.add(codeOf(module));
            }
            urls.add(codeOf(Mutant.class)); // the tests
            return urls.toArray(new URL[0]);
        }

        private static URL codeOf(Class<?> any) {
            return any.getProtectionDomain().getCodeSource().getLocation();
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null && findResource(name.replace('.', '/') + ".class") != null) {
                    loaded = findClass(name);
                }
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
        }
    }
}
