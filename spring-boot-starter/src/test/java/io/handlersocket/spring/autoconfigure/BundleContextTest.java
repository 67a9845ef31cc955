// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleKey;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.boot.ssl.SslStoreBundle;

class BundleContextTest {

    private static SslBundle bundle(String protocol) {
        return SslBundle.of(SslStoreBundle.NONE, SslBundleKey.NONE, SslOptions.NONE, protocol);
    }

    @Test
    void losesNoUpdateThatComesWhileItIsCreated() {
        DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry("own", bundle("TLSv1.2")) {
            @Override
            public void addBundleUpdateHandler(String name, Consumer<SslBundle> handler) {
                updateBundle(name, bundle("TLSv1.3"));
                super.addBundleUpdateHandler(name, handler);
            }
        };
        assertThat(new BundleContext("own", bundles).get().getProtocol()).isEqualTo("TLSv1.3");
    }
}
