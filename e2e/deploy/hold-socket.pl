# Does what systemd does with a socket unit: hold-socket.pl PORT PROGRAM [ARGUMENT ...] keeps a listening socket on 127.0.0.1 and
# runs the program with it as descriptor 3 (sd_listen_fds(3)). SIGHUP restarts the program;
# each start prints a line. SIGTERM of the process group ends both.
# Perl, which is part of every Debian: Node cannot hold a listening socket without accepting its connections.
use strict;
use warnings;
use Socket;
use POSIX qw(dup2);

$| = 1;

my ($port, @program) = @ARGV;
my ($isStopping, $child) = (0, 0);
socket(my $socket, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
setsockopt($socket, SOL_SOCKET, SO_REUSEADDR, 1) or die "setsockopt: $!";
bind($socket, sockaddr_in($port, INADDR_LOOPBACK)) or die "bind: $!";
listen($socket, SOMAXCONN) or die "listen: $!";

$SIG{HUP} = sub { kill('TERM', $child) if $child };
# The program gets it too: a second one would end it at once.
$SIG{TERM} = sub { $isStopping = 1 };
until ($isStopping) {
  print "started\n";
  $child = fork() // die "fork: $!";
  if ($child == 0) {
    # dup2 leaves the copy open on exec.
    dup2(fileno($socket), 3) or die "dup2: $!" unless fileno($socket) == 3;
    require Fcntl;
    open(my $passed, '+<&=', 3) or die "descriptor 3: $!";
    fcntl($passed, Fcntl::F_SETFD(), 0) or die "fcntl: $!";
    $ENV{LISTEN_FDS} = '1';
    $ENV{LISTEN_PID} = "$$";
    exec { $program[0] } @program or die "exec: $!";
  }
  # A signal ends the wait.
  1 while waitpid($child, 0) == -1 && $!{EINTR};
  my $code = $? & 127 || $? >> 8;
  exit $code if $code != 0 || $isStopping;
}
