// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ConcurrentLruCache;

/**
 * Starts an application again and again in one JVM, as the developer tools do it: libraries stay, the application's classes
 * are loaded anew, and here the classes of this project too. Whoever still holds one of them when the application has ended,
 * be it a thread, a thread's variable, a shutdown hook or a static map, holds them all.
 */
final class Restarts {

    /** What is said in the end. */
    static final String GONE = "nothing of it is left";

    private Restarts() {}

    /**
     * Runs three applications.
     *
     * @param database URL, user and password
     */
    public static void main(String[] database) throws Exception {
        // The first is held by Spring Boot's shutdown hook, which it makes for all of them; the last by a cache of the
        // JDK
        // that remembers the record compared last.
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            loaders.add(run(database));
        }
        for (int attempt = 0; attempt < 100 && loaders.get(1).get() != null; attempt++) {
            forgetWhatSpringDataRemembers();
            System.gc();
            Thread.sleep(50);
        }
        System.out.println(loaders.get(1).get() == null ? GONE : "classes are still there");
        System.exit(0);
    }

    private static WeakReference<ClassLoader> run(String[] database) throws Exception {
        ClassLoader loader = new Throwaway(Restarts.class.getClassLoader());
        CompletableFuture<Long> found = new CompletableFuture<>();
        Thread main = new Thread(
                () -> {
                    try {
                        Class<?> application = loader.loadClass("io.handlersocket.spring.app.OneRun");
                        found.complete((Long)
                                application.getMethod("of", String[].class).invoke(null, (Object) database));
                    } catch (Throwable e) {
                        found.completeExceptionally(e);
                    }
                },
                "restartedMain");
        main.setContextClassLoader(loader);
        main.start();
        if (found.get(60, TimeUnit.SECONDS) == 0) {
            throw new IllegalStateException("no lookups over HandlerSocket");
        }
        main.join();
        return new WeakReference<>(loader);
    }

    /** Bounded caches, which any application fills. */
    private static void forgetWhatSpringDataRemembers() throws ReflectiveOperationException {
        for (String type : List.of(
                "org.springframework.data.core.ClassTypeInformation", "org.springframework.data.core.TypeDiscoverer")) {
            for (Field field : Class.forName(type).getDeclaredFields()) {
                if (field.getType() == ConcurrentLruCache.class) {
                    field.setAccessible(true);
                    ((ConcurrentLruCache<?, ?>) field.get(null)).clear();
                }
            }
        }
    }

    /** Loads this project's classes itself. */
    private static final class Throwaway extends ClassLoader {

        private final ClassLoader parent;

        Throwaway(ClassLoader parent) {
            super(parent);
            this.parent = parent;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.handlersocket.") || name.startsWith("io.handlersocket.testkit.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known == null ? define(name) : known;
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            byte[] bytes = bytes(name.replace('.', '/') + ".class");
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }

        private byte @Nullable [] bytes(String resource) throws ClassNotFoundException {
            try (InputStream in = parent.getResourceAsStream(resource)) {
                return in == null ? null : in.readAllBytes();
            } catch (IOException e) {
                throw new ClassNotFoundException(resource, e);
            }
        }
    }
}
